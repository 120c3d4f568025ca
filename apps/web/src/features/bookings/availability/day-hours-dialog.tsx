import { zoneOnDate } from '@veranda/core/bookings/availability/schedule.ts'
import { readSchedule } from '@veranda/contract/bookings/routes.ts'
import { type Schedule, type WallRange } from '@veranda/contract/bookings/services/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { zoneName } from '@veranda/core/time/zone-name.ts'
import { useState } from 'react'
import { dayName } from '../calendar/format-day.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { TimeRangeList } from './time-range-list.tsx'
import { useSaveSchedule } from './use-save-schedule.ts'
import { toDraft, findRangeProblem, rangesOnDate, withOverride } from './schedule-draft.ts'
import styles from './schedule.module.css'

/** Edits the open hours of one calendar day: its own, or none. */
export function DayHoursDialog({ date, onClose }: { date: string; onClose: () => void }) {
  const t = useTranslations('bookings')
  const read = useRead(readSchedule, {}, { staleTimeMs: 0 })
  if (read.data && !read.isFetching) return <DayHoursForm schedule={read.data} date={date} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={t('day.title')}>
      <QueryBoundary
        query={read}
        skeleton={<SkeletonRows count={1} label={t('hours.loading')} />}
        errorTitle={t('hours.failed')}
      >
        {() => <SkeletonRows count={1} label={t('hours.loading')} />}
      </QueryBoundary>
    </Dialog>
  )
}

function DayHoursForm({ schedule, date, onClose }: { schedule: Schedule; date: string; onClose: () => void }) {
  const t = useTranslations('bookings')
  const c = useTranslations('common')
  const format = useFormat()
  const draft = toDraft(schedule)
  const { own, ranges: before } = rangesOnDate(draft, date)
  const [ranges, setRanges] = useState<WallRange[]>(before)
  const save = useSaveSchedule()

  async function write(next: WallRange[] | undefined) {
    const outcome = await save.run(withOverride(draft, date, next), schedule.version)
    if (!outcome.ok) return
    snackbars.add({ title: t('day.saved', { day: dayName(format, date) }), tone: 'success' })
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={dayName(format, date)}
      text={t('day.text', { place: zoneName(zoneOnDate(draft, date)) })}
      actions={
        <>
          {own && (
            <Button kind="quiet" busy={save.busy} onClick={() => void write(undefined)}>
              {t('day.usual')}
            </Button>
          )}
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button
            kind="filled"
            busy={save.busy}
            disabled={findRangeProblem(ranges) !== undefined}
            onClick={() => void write(ranges)}
          >
            {t(ranges.length === 0 ? 'day.off' : 'day.save')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <TimeRangeList name={dayName(format, date)} ranges={ranges} onChange={setRanges} />
        <p className={styles.quiet}>{t('day.booked-stay')}</p>
        <ProblemBanner problem={save.problem} />
      </Stack>
    </Dialog>
  )
}
