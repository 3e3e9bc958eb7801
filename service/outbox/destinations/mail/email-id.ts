import { v5 as uuidv5 } from 'uuid'

/** Namespace of the UUIDs that `emailId` derives. The namespace was generated randomly. */
const namespace = '4f5c1f0e-6d0a-4d53-9a3c-0b6a8f0f8c1e'

/**
 * Derives the id of an e-mail from what it is about, so that enqueuing the same e-mail again does not create a second
 * message.
 */
export function emailId(...about: (string | number)[]): string {
  return uuidv5(about.join(':'), namespace)
}
