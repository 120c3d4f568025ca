import { formatLocale, keepSign } from '@veranda/i18n/format-locale.ts'
import { languageOfJourney } from '../support/translations.ts'

/** Terms and texts of the commission in these journeys. Amounts in cents. */
export const job = {
  title: 'Walnut writing desk',
  brief: 'A desk for our showroom, walnut with brass feet. Visitors walk around it in a headset.',
  message: 'Your folding stool convinced us. Do you have room in the next weeks?',
  scope: 'The desk as one model with materials, true to the drawings. No room around it.',
  milestones: [
    { title: 'Blockout of the desk', amount: 60_000 },
    { title: 'Final model', amount: 40_000 },
  ],
  counter: { reason: 'The blockout is a small part of the work for us.', amount: 50_000 },
  revised: { reason: 'Half of the way to each other.', amount: 55_000 },
  changes: ['The front apron 15 mm lower', 'The feet in brass, not in steel'],
} as const

/** Formats an amount as the product does, in British English or the language of the journey. */
export function formatEuros(cents: number): string {
  const language = languageOfJourney()
  const format = new Intl.NumberFormat(formatLocale(language), { style: 'currency', currency: 'EUR' })
  return keepSign(format.format(cents / 100), language)
}
