import { readConfig } from '@veranda/contract/config/routes.ts'
import { type PublicConfig } from '@veranda/contract/config/schemas.ts'
import { useEffect } from 'react'
import { call } from './call.ts'
import { keepServerNow } from './now.ts'
import { createStore, useStore } from './store.ts'

const key = 'veranda-config'

// The last answer in this tab stands until the new one comes, so that a reload does not move the page about.
const config = createStore<PublicConfig | undefined>(remembered())
let asked: Promise<void> | undefined

/** What anybody may know of this installation; undefined until it has been read. Read once a load. */
export function usePublicConfig(): PublicConfig | undefined {
  useEffect(() => {
    asked ??= call(readConfig).then(
      (read) => {
        keepServerNow(read.now)
        config.set(read)
        sessionStorage.setItem(key, JSON.stringify(read))
      },
      () => {
        asked = undefined
      },
    )
  }, [])
  return useStore(config)
}

function remembered(): PublicConfig | undefined {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    // Written above and nowhere else, in this very tab.
    return typeof read === 'object' && read !== null ? (read as PublicConfig) : undefined
  } catch {
    return undefined
  }
}
