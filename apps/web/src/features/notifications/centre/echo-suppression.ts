/** Versions of the counts caused by this tab's own writes; the last 50 are kept. */
const ownVersions: number[] = []
/** The acknowledgement of this tab's write may arrive after its event. */
const echoGraceMs = 400

export function recordOwnWrite(version: number): void {
  ownVersions.push(version)
  if (ownVersions.length > 50) ownVersions.shift()
}

/** Calls `changed` for a version that was not caused by this tab. */
export function onForeignVersion(changed: () => void): (version: number) => void {
  return (version) => {
    setTimeout(() => {
      if (!ownVersions.includes(version)) changed()
    }, echoGraceMs)
  }
}
