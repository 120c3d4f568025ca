import { scaleRatioOf } from '@veranda/core/rooms/records/placement.ts'
import { type Format } from '../../../lib/i18n/format.ts'
import { type Translate } from '../../../lib/i18n/i18n.ts'

/** Returns the scale at which a model is shown, such as "Scale 1 : 1.32"; undefined at its own size. */
export function scaleText(
  scaleFactor: number,
  { t, format }: { t: Translate<'rooms'>; format: Pick<Format, 'number'> },
): string | undefined {
  const ratio = scaleRatioOf(scaleFactor)
  return ratio && t('version.size.scale', { drawn: format.number(ratio.drawn), real: format.number(ratio.real) })
}
