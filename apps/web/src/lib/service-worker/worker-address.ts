import { serviceWorkerUrl } from '../worker-messages.ts'

let workerAddress: string | undefined

/** Returns the address of the worker as a trusted one. */
export function trustedWorkerAddress(): string {
  workerAddress ??= trustWorkerAddress()
  return workerAddress
}

type TrustedTypesFactory = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => unknown }
}

/** Makes the address of the worker a trusted one, by a policy that allows no other. */
function trustWorkerAddress(): string {
  if (!('trustedTypes' in globalThis)) return serviceWorkerUrl
  // Not in the TypeScript library yet; typed after the specification.
  const factory = (globalThis as unknown as { trustedTypes: TrustedTypesFactory }).trustedTypes
  const policy = factory.createPolicy('veranda', {
    createScriptURL(url) {
      if (url === serviceWorkerUrl) return url
      throw new TypeError(`not the service worker: ${url}`)
    },
  })
  // A trusted address is passed on where the library expects a text.
  return policy.createScriptURL(serviceWorkerUrl) as string
}
