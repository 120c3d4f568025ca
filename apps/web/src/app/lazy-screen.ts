import { type Area } from '@veranda/words/words.ts'
import { type ComponentType } from 'react'
import { loadWords } from '../lib/words.ts'

/** From then on a part of the app counts as not loadable, in milliseconds. */
export const loadTimeout = 120_000

/** A part of the app could not be fetched: the page has to be loaded anew. */
export class LoadFailed extends Error {
  override readonly name = 'LoadFailed'
}

/** The `lazy` of a route: fetches the screen and its words at the same time. */
export function lazyScreen(fetchScreen: () => Promise<ComponentType>, ...areas: Area[]) {
  return async () => {
    const [Component] = await orFail(Promise.all([fetchScreen(), loadWords(...areas)]))
    return { Component }
  }
}

/** Turns a failed or endless fetch of code into `LoadFailed`. */
export async function orFail<T>(fetching: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LoadFailed('load timeout')), loadTimeout)
  })
  try {
    return await Promise.race([fetching, late])
  } catch (error) {
    throw error instanceof LoadFailed ? error : new LoadFailed(String(error), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
