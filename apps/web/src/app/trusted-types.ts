type TrustedTypesFactory = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => unknown
}

/** Allows same-origin URLs and blobs as scripts and workers, and throws on any other; strings never become markup. */
function requireSameOrigin(url: string): string {
  const { origin, protocol } = new URL(url, location.href)
  if (origin === location.origin || protocol === 'blob:') return url
  throw new TypeError(`script from another origin: ${origin}`)
}

if ('trustedTypes' in globalThis) {
  // Not in the TypeScript library yet; typed after the specification.
  const factory = (globalThis as unknown as { trustedTypes: TrustedTypesFactory }).trustedTypes
  factory.createPolicy('default', { createScriptURL: requireSameOrigin })
}
