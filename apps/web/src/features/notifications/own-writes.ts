/** Versions of the counts that this tab's own writes made; a few are kept. */
const own: number[] = []
/** The acknowledgement of one's own write may come after what it made is told. */
const grace = 400

export function noteOwnWrite(version: number): void {
  own.push(version)
  if (own.length > 50) own.shift()
}

/** Calls `changed` when a version that was told turns out not to be of this tab's own making. */
export function whenElsewhere(changed: () => void): (version: number) => void {
  return (version) => {
    setTimeout(() => {
      if (!own.includes(version)) changed()
    }, grace)
  }
}
