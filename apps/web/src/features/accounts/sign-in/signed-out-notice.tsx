import { readSuspension } from '@veranda/contract/accounts/suspension/routes.ts'
import { type SuspensionReply } from '@veranda/contract/accounts/suspension/schemas.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/api/call.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'

/** Says why a session ended that its user did not end: a suspension with its reason, or that they sign in again. */
export function SignedOutNotice() {
  const t = useTranslations('accounts/social')
  const e = useTranslations('errors')
  const format = useFormat()
  const [suspension, setSuspension] = useState<SuspensionReply['suspension']>()
  useEffect(() => {
    const left = new AbortController()
    call(readSuspension, {}, { signal: left.signal }).then(
      (reply) => setSuspension(reply.suspension),
      () => left.signal.aborted || setSuspension(null),
    )
    return () => left.abort()
  }, [])
  if (suspension === undefined) return null
  if (suspension === null) return <Banner tone="warning">{e('session-over')}</Banner>
  const { until, reason } = suspension
  return (
    <Banner tone="warning" announce action={<Link href="/support?about=sign-in">{t('suspended.support')}</Link>}>
      <p>{until === null ? t('suspended') : t('suspended.until', { when: format.full(until) })}</p>
      <p dir="auto">{t('suspended.reason', { reason })}</p>
    </Banner>
  )
}
