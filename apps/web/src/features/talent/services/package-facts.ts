import { type PackageService } from '@veranda/contract/talent/schemas.ts'
import { type Translate } from '../../../lib/i18n/i18n.ts'

type Terms = Pick<PackageService, 'deliveryDays' | 'reviewRounds'>

/** Returns what a package says about its delivery and its rounds of changes, in the words of a page. */
export function packageFacts(
  { deliveryDays, reviewRounds }: Terms,
  t: Translate<'talent' | 'talent/explore'>,
): string[] {
  return [
    ...(deliveryDays === null ? [] : [t('service.days', { count: deliveryDays })]),
    ...(reviewRounds === null ? [] : [t('service.rounds', { count: reviewRounds })]),
  ]
}
