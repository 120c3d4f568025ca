/** Returns whether the visitor asked for less data, by a setting of the system or of the browser. */
export function savesData(): boolean {
  // Only Chromium has it, so it is not in the types of the DOM.
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true || globalThis.matchMedia?.('(prefers-reduced-data: reduce)').matches
}
