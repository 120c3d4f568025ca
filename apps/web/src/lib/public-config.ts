import { readConfig } from '@veranda/contract/config/routes.ts'
import { type PublicConfig } from '@veranda/contract/config/schemas.ts'
import { useEffect } from 'react'
import { call } from './api/call.ts'
import { syncServerClock } from './realtime/server-clock.ts'
import { createStore, useStore } from './store.ts'

const storageKey = 'veranda-config'

// The last config of this tab is used until the new one arrives, so that a reload does not shift the layout.
const config = createStore<PublicConfig | undefined>(readStoredConfig())
let request: Promise<void> | undefined

/** Returns the public configuration of this installation; undefined until loaded. Fetched once per page load. */
export function usePublicConfig(): PublicConfig | undefined {
  useEffect(() => {
    request ??= refreshPublicConfig()
  }, [])
  return useStore(config)
}

/** Fetches the public configuration again, after the server has shown that it changed. */
export async function refreshPublicConfig(): Promise<void> {
  try {
    const read = await call(readConfig)
    syncServerClock(read.now)
    config.set(read)
    sessionStorage.setItem(storageKey, JSON.stringify(read))
  } catch {
    request = undefined
  }
}

/** Returns true where this installation takes no payments, so that what leads to one is hidden or explained. */
export function usePaymentsOff(): boolean {
  return usePublicConfig()?.payments === false
}

function readStoredConfig(): PublicConfig | undefined {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    // Written only above, in this tab.
    return typeof read === 'object' && read !== null ? (read as PublicConfig) : undefined
  } catch {
    return undefined
  }
}
