import { v5 as uuidv5 } from 'uuid'

/** Random namespace of these ids. */
const namespace = '4f5c1f0e-6d0a-4d53-9a3c-0b6a8f0f8c1e'

/** Derives the id of an e-mail from its subject, so that enqueuing it again creates no second one. */
export function emailId(...about: (string | number)[]): string {
  return uuidv5(about.join(':'), namespace)
}
