import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Params, render } from '@veranda/words/render.ts'
import type { Area, KeyOf } from '@veranda/words/words.ts'
import { root } from './paths.ts'

/** The product's own English sentences, so that a journey presses what a person reads. Tags of links fall away. */
export function wordsOf<A extends Area>(area: A): (key: KeyOf<A>, params?: Params) => string {
  const file = join(root, 'packages/words/src', area, 'en.json')
  // A catalogue is a flat object of texts, checked by the words' own tests.
  const catalogue = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return (key, params = {}) => render(catalogue, key, params, 'en').replace(/<\/?\w+>/g, '')
}
