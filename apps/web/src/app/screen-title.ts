import { useEffect } from 'react'
import { createStore, useStore } from '../lib/store.ts'

const titlesByPath = createStore<Readonly<Record<string, string>>>({})

/** Sets the title of this path for the breadcrumbs, such as a project's title or a user's name. */
export function useScreenTitle(path: string, name: string | undefined): void {
  useEffect(() => {
    if (name !== undefined && titlesByPath.get()[path] !== name)
      titlesByPath.set({ ...titlesByPath.get(), [path]: name })
  }, [path, name])
}

export function useScreenTitles(): Readonly<Record<string, string>> {
  return useStore(titlesByPath)
}
