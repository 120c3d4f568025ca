import { readCalendarFeed, renewCalendarFeed } from '@veranda/contract/bookings/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { RichText } from '../../../components/rich-text.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import './events.ts'
import styles from '../booking.module.css'

/** Shows the private address at which calendar programs read the user's bookings. */
export function CalendarFeedCard() {
  const t = useTranslations('bookings')
  const c = useTranslations('common')
  const read = useRead(readCalendarFeed)
  const [asking, setAsking] = useState(false)
  const renew = useCommand(renewCalendarFeed, {
    invalidates: [readCalendarFeed],
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
      <QueryBoundary query={read} errorTitle={t('feed.failed')} skeleton={<Skeleton shape="block" height="84px" />}>
        {({ url, renewedAt }) => (
          <Stack gap={3}>
            <p className={styles.quiet}>{t('feed.text')}</p>
            <Field label={t('feed.address')}>
              <TextInput readOnly dir="ltr" value={url} onFocus={(event) => event.target.select()} />
            </Field>
            <Inline wrap>
              <Button size="small" icon="copy" onClick={() => void copy(url)}>
                {t('feed.copy')}
              </Button>
              <Button size="small" kind="quiet" icon="refresh" onClick={() => setAsking(true)}>
                {t('feed.renew')}
              </Button>
              <span className={styles.small}>
                <RichText text={t('feed.since')} parts={{ when: () => <Timestamp at={renewedAt} show="date" /> }} />
              </span>
            </Inline>
          </Stack>
        )}
      </QueryBoundary>
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
