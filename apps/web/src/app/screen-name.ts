import { useEffect } from 'react'
import { createStore, useStore } from '../lib/store.ts'

const named = createStore<Readonly<Record<string, string>>>({})

/** Gives this screen's address the name of the thing it shows, for the crumbs: a project's title, a person's name. */
export function useScreenName(path: string, name: string | undefined): void {
  useEffect(() => {
    if (name !== undefined && named.get()[path] !== name) named.set({ ...named.get(), [path]: name })
  }, [path, name])
}

export function useScreenNames(): Readonly<Record<string, string>> {
  return useStore(named)
}
