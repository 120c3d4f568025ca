import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './offer-editor.module.css'
import { RequestSummary } from './request-summary.tsx'

/** Heights are rounded to whole pixels. */
const roundingPx = 1

/** Renders the request next to the form: the part that there is room for, and all of it on request. */
export function RequestCard({ project, commission }: { project: Project; commission: Commission }) {
  const t = useTranslations('commissions')
  const [isWhole, setWhole] = useState(false)
  const [isCut, setCut] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!('ResizeObserver' in globalThis)) return undefined
    const observer = new ResizeObserver(() => {
      const { scrollHeight = 0, clientHeight = 0 } = card.current ?? {}
      setCut(scrollHeight > clientHeight + roundingPx)
    })
    if (card.current) observer.observe(card.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div className={styles.requestCard} data-whole={isWhole || undefined}>
      {/* Focusable, so that the keyboard scrolls it. */}
      <div
        ref={card}
        className={styles.request}
        data-cut={isCut || undefined}
        role="group"
        aria-label={t('request-card.title')}
        tabIndex={0}
      >
        <RequestSummary project={project} commission={commission} />
      </div>
      {(isCut || isWhole) && (
        <Button wide aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {t(isWhole ? 'request-card.less' : 'request-card.whole')}
        </Button>
      )}
    </div>
  )
}
