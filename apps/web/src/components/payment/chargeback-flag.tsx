import { type ChargebackFlag } from '@veranda/contract/payments/charges/schemas.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Suspense } from 'react'
import { useFormat } from '../../lib/i18n/format.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'

/** Who reads the flag: a side with the name of the other, or someone who is neither. */
export type ChargebackReader = { readonly side: 'client' | 'creator' | 'admin'; readonly client: string }

/** Returns a function that says what a chargeback stops, for pages and for the room. */
export function useChargebackText(): (
  flag: ChargebackFlag,
  reader: ChargebackReader,
) => { title: string; text: string; chip: string } {
  const t = useTranslations('payments/chargebacks')
  const format = useFormat()
  return (flag, { side, client }) => ({
    title: t(`${flag.state}.title`),
    text: t(`${flag.state}.text.${side === 'client' ? 'client' : 'creator'}`, {
      amount: format.money(flag.amount),
      name: client,
    }),
    chip: t(`${flag.state}.chip`),
  })
}

type ChargebackBannerProps = { flag: ChargebackFlag | null; reader: ChargebackReader }

/** Says that the client's bank took a payment back, and what that stops; renders nothing without a chargeback. */
export function ChargebackBanner({ flag, reader }: ChargebackBannerProps) {
  if (!flag) return null
  return (
    <Suspense>
      <Explanation flag={flag} reader={reader} />
    </Suspense>
  )
}

/** Loads its texts when it is shown, as the mark below: hardly any payment is taken back. */
function Explanation({ flag, reader }: { flag: ChargebackFlag; reader: ChargebackReader }) {
  const { title, text } = useChargebackText()(flag, reader)
  return (
    <Banner tone="warning" title={title}>
      {text}
    </Banner>
  )
}

/** Marks a row whose payment the client's bank took back; renders nothing without a chargeback. */
export function ChargebackChip({ flag }: { flag: { readonly state: ChargebackFlag['state'] } | null }) {
  if (!flag) return null
  return (
    <Suspense>
      <Mark state={flag.state} />
    </Suspense>
  )
}

function Mark({ state }: { state: ChargebackFlag['state'] }) {
  const t = useTranslations('payments/chargebacks')
  return <Chip tone="warning">{t(`${state}.chip`)}</Chip>
}
