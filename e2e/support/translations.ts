import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageParams, formatMessage } from '@veranda/i18n/format-message.ts'
import type { CatalogueName, MessageKey } from '@veranda/i18n/catalogues.ts'
import { root } from './paths.ts'

/**
 * Returns a function that gives the product's English messages, so that a journey presses what a user reads. Link tags
 * are stripped.
 */
export function translationsFor<A extends CatalogueName>(
  area: A,
): (key: MessageKey<A>, params?: MessageParams) => string {
  const file = join(root, 'packages/i18n/src', area, 'en.json')
  // A catalogue is a flat object of strings, checked by the tests of i18n.
  const catalogue = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return (key, params = {}) => formatMessage(catalogue, key, params, 'en').replace(/<\/?\w+>/g, '')
}
