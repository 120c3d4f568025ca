import { type CatalogueName } from '@veranda/i18n/catalogues.ts'
import { type ComponentType } from 'react'
import { lazyLoading, loadTimeoutMs } from '../lib/build-settings.ts'
import { loadTranslations } from '../lib/i18n/i18n.ts'

/** A chunk could not be fetched: the page has to be reloaded. */
export class ScreenLoadError extends Error {
  override readonly name = 'LoadFailed'
}

/**
 * Returns the `lazy` function of a route, which fetches the screen and its message catalogues in parallel. Where lazy
 * loading is off, they are fetched at once.
 */
export function lazyScreen(fetchScreen: () => Promise<ComponentType>, ...catalogues: CatalogueName[]) {
  const load = async () => {
    const [Component] = await withLoadTimeout(Promise.all([fetchScreen(), loadTranslations(...catalogues)]))
    return { Component }
  }
  // What fails now is fetched again when the screen is opened.
  if (!lazyLoading) void load().catch(() => undefined)
  return load
}

/** Rejects with `ScreenLoadError` when loading code fails or times out. */
export async function withLoadTimeout<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ScreenLoadError('load timeout')), loadTimeoutMs)
  })
  try {
    return await Promise.race([loading, timedOut])
  } catch (error) {
    throw error instanceof ScreenLoadError ? error : new ScreenLoadError(String(error), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
