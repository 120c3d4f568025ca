/** No body of the contract is nested more deeply. Deeper ones are refused before anything recursive sees them. */
export const maxJsonDepth = 64

const [quote, backslash, openList, closeList, openObject, closeObject] = Buffer.from('"\\[]{}')

/** Parses a JSON body. Throws an error of status 400 about the field `body` if it is malformed or nested too deep. */
export function parseJson(bytes: Buffer): unknown {
  try {
    if (!isTooDeep(bytes)) return JSON.parse(bytes.toString('utf8'))
  } catch {
    // Refused below.
  }
  throw Object.assign(new Error('malformed JSON'), { statusCode: 400, field: 'body' })
}

/** Returns whether lists and objects are nested above the limit, without recursion. */
function isTooDeep(bytes: Buffer): boolean {
  let depth = 0
  let inText = false
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (byte === quote) inText = !inText
    else if (inText) {
      // The next byte is escaped, be it a quote or not.
      if (byte === backslash) index += 1
    } else if (byte === openList || byte === openObject) {
      depth += 1
      if (depth > maxJsonDepth) return true
    } else if (byte === closeList || byte === closeObject) depth -= 1
  }
  return false
}
