import { finishPairing, readPairing, startPairing } from '@veranda/contract/accounts/pairing-routes.ts'
import { type PairingCode } from '@veranda/contract/accounts/pairing-schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../lib/call.ts'
import { useFormat } from '../../lib/format.ts'
import { keepSession } from '../../lib/session.ts'
import { useWords } from '../../lib/words.ts'
import { TabTitle } from '../../parts/page.tsx'
import styles from './pair.module.css'
import { QrCode } from './qr-code.tsx'

/** How often the device asks whether it was let in, in milliseconds. */
const every = 1_500

/** A device without a keyboard: its code, big, and the way in as soon as somebody lets it in. */
export function PairShow() {
  const [round, setRound] = useState(0)
  return <Pairing key={round} onAgain={() => setRound(round + 1)} />
}

function Pairing({ onAgain }: { onAgain: () => void }) {
  const t = useWords('pair')
  const format = useFormat()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [code, setCode] = useState<PairingCode>()
  const [state, setState] = useState<'waiting' | 'over' | 'failed'>('waiting')
  const wanted = params.get('to')
  const to = wanted?.startsWith('/') === true && !wanted.startsWith('//') ? wanted : '/dashboard'

  useEffect(() => {
    const ends = new AbortController()
    const { signal } = ends
    async function pair() {
      const asked = await call(startPairing, {}, { signal })
      setCode(asked)
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, every))
        if (signal.aborted) return
        const { state: now } = await call(readPairing, {}, { signal })
        if (now === 'over') return setState('over')
        if (now !== 'approved') continue
        keepSession(await call(finishPairing, {}, { signal }))
        return navigate(to, { replace: true })
      }
    }
    pair().catch(() => {
      if (!signal.aborted) setState('failed')
    })
    return () => ends.abort()
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
            {t(state === 'over' ? 'show.over' : 'show.failed')}
          </p>
          <Button kind="filled" onClick={onAgain}>
            {t('show.new')}
          </Button>
        </>
      )}
    </section>
  )
}
