import ar from '@veranda/i18n/legal/ar.json'
import de from '@veranda/i18n/legal/de.json'
import en from '@veranda/i18n/legal/en.json'
import es from '@veranda/i18n/legal/es.json'
import fr from '@veranda/i18n/legal/fr.json'
import ja from '@veranda/i18n/legal/ja.json'
import zh from '@veranda/i18n/legal/zh.json'
import { dataExportLifetimeMs } from '@veranda/core/accounts/export/data-export.ts'
import { deletionDelayDays } from '@veranda/core/accounts/deletion/deletion.ts'
import { defaultPolicy } from '@veranda/core/bookings/services/cancellation-policy.ts'
import { overturnWindowMs, payoutDelayMs } from '@veranda/core/bookings/services/hourly-service.ts'
import { topUpDeadlineDays } from '@veranda/core/commissions/change-orders/top-up.ts'
import {
  answerBusinessDays,
  decisionMs,
  mediationMs,
  reviewMs,
  reviewWindowMs,
} from '@veranda/core/commissions/disputes/dispute.ts'
import { refundReleasedDays } from '@veranda/core/commissions/milestones/refund-released.ts'
import { currentRates, reviewWindowDays } from '@veranda/core/money/rates.ts'
import { day, hour, minute } from '@veranda/core/time/instant.ts'
import { expect, test } from 'vitest'

/** The numbers that a paragraph names, in its order. */
const windows: Readonly<Record<string, readonly number[]>> = {
  'terms.3': [topUpDeadlineDays],
  'terms.5': [reviewWindowDays.default],
  'terms.6': [currentRates.payoutDelayMs / day, payoutDelayMs / hour],
  'terms.9': [answerBusinessDays, mediationMs / day, decisionMs / day, reviewWindowMs / day, reviewMs / day],
  'terms.10': [deletionDelayDays],
  'privacy.7': [deletionDelayDays],
  'privacy.8': [dataExportLifetimeMs / day],
  'refund.1': [currentRates.overdueGraceMs / day, currentRates.refundNoticeMs / hour, currentRates.maxEscrowMs / day],
  'refund.2': [refundReleasedDays],
  'refund.3': [defaultPolicy[0]?.hoursBefore ?? 0],
  'refund.4': [overturnWindowMs / hour],
  'refund.5': [currentRates.checkoutMs / minute],
}

test.each(Object.entries({ ar, de, en, es, fr, ja, zh }))(
  'the legal texts name the windows of the rules: %s',
  (_, texts) => {
    const named: Readonly<Record<string, string>> = texts
    for (const [paragraph, numbers] of Object.entries(windows)) {
      const found = (named[`${paragraph}.text`]?.match(/\d+/g) ?? []).map(Number)
      expect(found.filter((number) => numbers.includes(number)).slice(0, numbers.length), paragraph).toEqual(numbers)
    }
  },
)
