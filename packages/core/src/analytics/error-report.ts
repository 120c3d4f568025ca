/** Stack frames that a report has at most; the first are the closest to the error. */
export const maxFrames = 10
export const maxMessageLength = 200

/** A frame of one of our own scripts: its file, line and column. */
export const framePattern = /^[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}$/
/** The name of an error, as its class has it. */
export const errorNamePattern = /^[A-Za-z]{1,40}$/

/** Failures of the network and what the user stopped: nothing of ours is broken, and the specification reports none. */
const silentPattern = /Network ?Error|Failed to fetch|AbortError/

/** Returns whether the error is one that is never reported. */
export function isSilentError({ name, message }: { name: string; message: string }): boolean {
  return silentPattern.test(name) || silentPattern.test(message)
}

const ellipsis = '…'
const hiddenCharacters = /\p{C}/gu
/** The name of a property that the browser names, which is our own, or a quoted text. */
const quotedPattern = /(\((?:reading|setting) '[\w$]{1,40}'\))|(["'`])(?:(?!\2).)*(?:\2|$)/g
/** Other parts that may have come from a user: addresses, ids and numbers. */
const userTextPatterns: readonly RegExp[] = [
  /“[^”]*(?:”|$)/g,
  /‘[^’]*(?:’|$)/g,
  /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi,
  /\S+@\S+/g,
  /\/\S*/g,
  /\b(?=\w*\d)[\w-]+/g,
]

/** Returns an error's message without what a user may have written, and no longer than `maxMessageLength`. */
export function anonymiseMessage(message: string): string {
  const line = (/^.*/.exec(message.trim())?.[0] ?? '').replace(hiddenCharacters, '')
  const unquoted = line.replace(quotedPattern, (_, property: string | undefined) => property ?? ellipsis)
  const text = userTextPatterns.reduce((shorter, pattern) => shorter.replace(pattern, ellipsis), unquoted)
  return text.length > maxMessageLength ? text.slice(0, maxMessageLength - 1) + ellipsis : text
}

/**
 * Returns the frames of a stack that are in our own scripts, at most `maxFrames`. Those of extensions, of other sites and
 * of the browser are left out, and so are the names of functions and the address of the page.
 */
export function ownFrames(stack: string, origin: string): string[] {
  const frames: string[] = []
  for (const [, address = '', file = ''] of stack.matchAll(/(\w+:\/\/[^\s()]*?)\/assets\/([\w.-]+\.js:\d+:\d+)/g))
    if (address === origin && framePattern.test(file) && frames.length < maxFrames) frames.push(file)
  return frames
}

/**
 * Returns the text by which errors are one group: name, message, and the scripts of the first three frames without what
 * changes with every build.
 */
export function errorGroupText({
  name,
  message,
  frames,
}: {
  name: string
  message: string
  frames: readonly string[]
}) {
  const scripts = frames.slice(0, 3).map((frame) => frame.replace(/(?:-[0-9a-f]{8})?\.js:.*$/, ''))
  return [name, message, ...scripts].join('\n')
}
