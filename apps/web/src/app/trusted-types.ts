type Factory = { createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => unknown }

/** Our own addresses and blobs may become scripts and workers; markup from strings never does. */
function ownAddress(url: string): string {
  const { origin, protocol } = new URL(url, location.href)
  if (origin === location.origin || protocol === 'blob:') return url
  throw new TypeError(`not our own script: ${origin}`)
}

if ('trustedTypes' in globalThis) {
  // Not yet in the library's types; the shape is the one of the specification.
  const factory = (globalThis as unknown as { trustedTypes: Factory }).trustedTypes
  factory.createPolicy('default', { createScriptURL: ownAddress })
}
