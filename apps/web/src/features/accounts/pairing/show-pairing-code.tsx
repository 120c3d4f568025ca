import { finishPairing, readPairing, startPairing } from '@veranda/contract/accounts/pairing/routes.ts'
import { type PairingCode } from '@veranda/contract/accounts/pairing/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../../lib/api/call.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { beginSignIn, saveSession } from '../../../lib/session/session.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { TabTitle } from '../../../components/page/page.tsx'
import { QrCode } from '../qr-code.tsx'
import styles from './pairing.module.css'

/** Interval at which the device polls for the approval, in milliseconds. */
const pollIntervalMs = 1_500

/** Shows the pairing code of a device without a keyboard, and signs it in once it is approved. */
export function ShowPairingCode() {
  const [round, setRound] = useState(0)
  return <PairingAttempt key={round} onRestart={() => setRound(round + 1)} />
}

function PairingAttempt({ onRestart }: { onRestart: () => void }) {
  const t = useTranslations('accounts/pairing')
  const format = useFormat()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [code, setCode] = useState<PairingCode>()
  const [state, setState] = useState<'waiting' | 'ended' | 'failed'>('waiting')
  const requestedPath = params.get('to')
  const to = requestedPath?.startsWith('/') === true && !requestedPath.startsWith('//') ? requestedPath : '/dashboard'

  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    async function pair() {
      const started = await call(startPairing, {}, { signal })
      setCode(started)
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
        if (signal.aborted) return
        const { state: now } = await call(readPairing, {}, { signal })
        if (now === 'ended') return setState('ended')
        if (now !== 'approved') continue
        beginSignIn()
        saveSession(await call(finishPairing, {}, { signal }))
        return navigate(to, { replace: true })
      }
    }
    pair().catch(() => {
      if (!signal.aborted) setState('failed')
    })
    return () => abort.abort()
  }, [navigate, to])

  const address = `${location.origin}/pair`
  return (
    <section className={styles.pair}>
      <TabTitle>{t('show.title')}</TabTitle>
      <h1>{t('show.title')}</h1>
      {state === 'waiting' && code === undefined && <Spinner />}
      {state === 'waiting' && code && (
        <>
          <p className={styles.lead}>{t('show.lead', { address })}</p>
          <p className={styles.code} dir="ltr" aria-label={t('show.code')}>
            {code.code.slice(0, 3)} {code.code.slice(3)}
          </p>
          <QrCode text={`${address}?code=${code.code}`} label={t('show.qr')} />
          <p className={styles.lead}>{t('show.match')}</p>
          <strong className={styles.match}>{code.match}</strong>
          <p className={styles.lead} role="status">
            {t('show.waiting')} · {t('show.expires', { time: format.time(code.expiresAt) })}
          </p>
        </>
      )}
      {state !== 'waiting' && (
        <>
          <p className={styles.lead} role="status">
            {t(state === 'ended' ? 'show.ended' : 'show.failed')}
          </p>
          <Button kind="filled" onClick={onRestart}>
            {t('show.new')}
          </Button>
        </>
      )}
    </section>
  )
}
