import { type MessageParams } from './format-message.ts'

/** Returns the parameters of an error code's message: the first number of its facts also selects the plural form. */
export function errorParams(facts: MessageParams): MessageParams {
  const count = Object.values(facts).find((fact) => typeof fact === 'number')
  return count === undefined ? facts : { count, ...facts }
}
