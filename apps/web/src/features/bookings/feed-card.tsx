import { readFeedAddress, renewFeedAddress } from '@veranda/contract/bookings/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Line, Stack } from '@veranda/ui/layout.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useState } from 'react'
import { useCommand } from '../../lib/command.ts'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { Reading } from '../../parts/reading.tsx'
import { Rich } from '../../parts/rich.tsx'
import { When } from '../../parts/when.tsx'
import styles from './booking.module.css'

/** The private address at which calendar programs read one's sessions. */
export function FeedCard() {
  const t = useWords('bookings')
  const c = useWords('common')
  const read = useRead(readFeedAddress)
  const [asking, setAsking] = useState(false)
  const renew = useCommand(renewFeedAddress, {
    touches: [readFeedAddress],
    onDone: () => {
      setAsking(false)
      snackbars.add({ title: t('feed.renewed'), tone: 'success' })
    },
  })

  async function copy(url: string) {
    try {
      await navigator.clipboard.writeText(url)
      snackbars.add({ key: 'feed-copied', title: c('copied'), tone: 'success' })
    } catch {
      snackbars.add({ key: 'feed-copied', title: t('feed.copy-failed'), tone: 'warning' })
    }
  }

  return (
    <Card padded title={t('feed.title')}>
      <Reading of={read} failed={t('feed.failed')} shape={<Skeleton shape="block" height="84px" />}>
        {({ url, renewedAt }) => (
          <Stack gap={3}>
            <p className={styles.quiet}>{t('feed.text')}</p>
            <Field label={t('feed.address')}>
              <TextInput readOnly dir="ltr" value={url} onFocus={(event) => event.target.select()} />
            </Field>
            <Line wrap>
              <Button size="small" icon="copy" onClick={() => void copy(url)}>
                {t('feed.copy')}
              </Button>
              <Button size="small" kind="quiet" icon="refresh" onClick={() => setAsking(true)}>
                {t('feed.renew')}
              </Button>
              <span className={styles.small}>
                <Rich text={t('feed.since')} parts={{ when: () => <When at={renewedAt} show="date" /> }} />
              </span>
            </Line>
          </Stack>
        )}
      </Reading>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('feed.renew.title')}
        text={t('feed.renew.text')}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{c('cancel')}</Button>
            <Button kind="danger" busy={renew.busy} onClick={() => void renew.run()}>
              {t('feed.renew')}
            </Button>
          </>
        }
      >
        <ProblemBanner problem={renew.problem} />
      </Dialog>
    </Card>
  )
}
