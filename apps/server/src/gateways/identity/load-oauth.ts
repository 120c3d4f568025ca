/** Loads the library of the protocol with its first use, because every start would pay for it. */
export function loadOAuth(): Promise<typeof import('oauth4webapi')> {
  return import('oauth4webapi')
}

/** Returns whether an address of a provider is plain http, which the environment allows on this machine only. */
export function isPlainHttp(url: string): boolean {
  return url.startsWith('http:')
}
