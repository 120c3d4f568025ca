import { readSchedule } from '@veranda/contract/bookings/routes.ts'
import { type Schedule, type WallRange } from '@veranda/contract/bookings/session-schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useState } from 'react'
import { dayName } from '../../lib/format-day.ts'
import { useFormat } from '../../lib/format.ts'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { placeOf } from '../../lib/zoned.ts'
import { snackbars } from '../../parts/notices.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { Reading } from '../../parts/reading.tsx'
import { RangeList } from './range-list.tsx'
import { useSaveSchedule } from './save-schedule.ts'
import { draftOf, rangeFault, rangesOnDate, withOverride, zoneOn } from './schedule-draft.ts'
import styles from './schedule.module.css'

/** The open hours of one day of the calendar: its own, or none. */
export function DayDialog({ date, onClose }: { date: string; onClose: () => void }) {
  const t = useWords('bookings')
  const read = useRead(readSchedule, {}, { fresh: 0 })
  if (read.data && !read.isFetching) return <Loaded schedule={read.data} date={date} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={t('day.title')}>
      <Reading of={read} shape={<SkeletonRows count={1} label={t('hours.loading')} />} failed={t('hours.failed')}>
        {() => <SkeletonRows count={1} label={t('hours.loading')} />}
      </Reading>
    </Dialog>
  )
}

function Loaded({ schedule, date, onClose }: { schedule: Schedule; date: string; onClose: () => void }) {
  const t = useWords('bookings')
  const c = useWords('common')
  const format = useFormat()
  const draft = draftOf(schedule)
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
      text={t('day.text', { place: placeOf(zoneOn(draft, date)) })}
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
            disabled={rangeFault(ranges) !== undefined}
            onClick={() => void write(ranges)}
          >
            {t(ranges.length === 0 ? 'day.off' : 'day.save')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <RangeList name={dayName(format, date)} ranges={ranges} onChange={setRanges} />
        <p className={styles.quiet}>{t('day.booked-stay')}</p>
        <ProblemBanner problem={save.problem} />
      </Stack>
    </Dialog>
  )
}
