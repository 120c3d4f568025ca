import ar from '@veranda/i18n/legal/ar.json'
import de from '@veranda/i18n/legal/de.json'
import en from '@veranda/i18n/legal/en.json'
import es from '@veranda/i18n/legal/es.json'
import fr from '@veranda/i18n/legal/fr.json'
import ja from '@veranda/i18n/legal/ja.json'
import zh from '@veranda/i18n/legal/zh.json'
import { currentRates } from '@veranda/core/money/rates.ts'
import { refundReleasedDays } from '@veranda/core/commissions/milestones/refund-released.ts'
import { reviewMs, reviewWindowMs } from '@veranda/core/commissions/disputes/dispute.ts'
import { day, hour } from '@veranda/core/time/instant.ts'
import { expect, test } from 'vitest'

test.each(Object.entries({ ar, de, en, es, fr, ja, zh }))(
  'the Refund Policy says the windows after a missed due date that contracts fix, in %s',
  (_, texts) => {
    const numbers = texts['refund.1.text'].match(/\d+/g)?.map(Number)
    expect(numbers).toEqual([
      currentRates.overdueGraceMs / day,
      currentRates.refundNoticeMs / hour,
      currentRates.maxEscrowMs / day,
    ])
  },
)

test.each(Object.entries({ ar, de, en, es, fr, ja, zh }))(
  'the Refund Policy says how long a creator can give back what was released, in %s',
  (_, texts) => {
    expect(texts['refund.2.text'].match(/\d+/g)?.map(Number)).toEqual([refundReleasedDays])
  },
)

test.each(Object.entries({ ar, de, en, es, fr, ja, zh }))(
  'the Terms say how long a review can be asked for, and when it is decided, in %s',
  (_, texts) => {
    const numbers = texts['terms.9.text'].match(/\d+/g)?.map(Number)
    expect(numbers?.slice(-2)).toEqual([reviewWindowMs / day, reviewMs / day])
  },
)
