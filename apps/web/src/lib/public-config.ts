import { readConfig } from '@veranda/contract/config/routes.ts'
import { type PublicConfig } from '@veranda/contract/config/schemas.ts'
import { useEffect } from 'react'
import { call } from './call.ts'
import { keepServerNow } from './now.ts'
import { createStore, useStore } from './store.ts'

const config = createStore<PublicConfig | undefined>(undefined)
let asked: Promise<void> | undefined

/** What anybody may know of this installation; undefined until it has been read. Read once a load. */
export function usePublicConfig(): PublicConfig | undefined {
  useEffect(() => {
    asked ??= call(readConfig).then(
      (read) => {
        keepServerNow(read.now)
        config.set(read)
      },
      () => {
        asked = undefined
      },
    )
  }, [])
  return useStore(config)
}
