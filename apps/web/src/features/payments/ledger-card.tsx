import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { useState } from 'react'
import { useTranslations } from '../../lib/i18n.ts'
import styles from './ledger-timeline.module.css'
import { LedgerTimeline } from './ledger-timeline.tsx'

/** Offers the ledger entries of a project, which are read once they are asked for. */
export function LedgerCard({ projectId }: { projectId: string }) {
  const t = useTranslations('payments')
  const [open, setOpen] = useState(false)
  return (
    <Card
      title={t('entries.title')}
      aside={
        <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'entries.hide' : 'entries.show')}
        </Button>
      }
    >
      {open ? <LedgerTimeline projectId={projectId} /> : <p className={styles.closed}>{t('entries.hint')}</p>}
    </Card>
  )
}
