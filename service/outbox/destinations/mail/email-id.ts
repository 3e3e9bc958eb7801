import { v5 as uuidv5 } from 'uuid'

/** Random; it only keeps these ids apart from others. */
const namespace = '4f5c1f0e-6d0a-4d53-9a3c-0b6a8f0f8c1e'

/** Returns the id of an e-mail about something, the same each time, so that repeats are one e-mail. */
export function emailId(...about: (string | number)[]): string {
  return uuidv5(about.join(':'), namespace)
}
