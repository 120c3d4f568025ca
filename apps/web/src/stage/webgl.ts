/** Whether this browser can draw in three dimensions at all; asked once. */
let answer: boolean | undefined

export function hasWebgl(): boolean {
  if (answer === undefined) {
    const context = document.createElement('canvas').getContext('webgl2')
    answer = context !== null
    // Contexts are few; this one was only asked for.
    context?.getExtension('WEBGL_lose_context')?.loseContext()
  }
  return answer
}
