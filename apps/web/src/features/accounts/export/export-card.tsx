import { accountChanged } from '@veranda/contract/accounts/events.ts'
import { readDataExport, requestDataExport } from '@veranda/contract/accounts/export/routes.ts'
import { type DataExport } from '@veranda/contract/accounts/export/schemas.ts'
import { readStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { Progress } from '@veranda/ui/progress.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useEffect, useState } from 'react'
import { useFileSizeText } from '../../../components/assets/file-size.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { StepUpForm } from '../../../components/step-up/step-up-form.tsx'
import { useStepUp } from '../../../components/step-up/use-step-up.ts'
import { RichText } from '../../../components/rich-text.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { useRead } from '../../../lib/api/query.ts'
import { invalidateOnEvent } from '../../../lib/api/stale-reads.ts'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { on, onResync } from '../../../lib/realtime/realtime.ts'
import { DeleteExport, DownloadExport } from './export-file.tsx'
import styles from '../settings/settings.module.css'

type Step = 'request' | 'download' | 'delete'

/** Lets users ask for a copy of their data, and shows how far it is and where to get it; each step is an event. */
export function ExportCard() {
  const t = useTranslations('accounts/settings')
  const read = useRead(readDataExport, {}, { staleTimeMs: 0 })
  const [step, setStep] = useState<Step>()
  const close = () => setStep(undefined)
  useEffect(() => {
    const refresh = () => invalidateOnEvent(readDataExport)
    const stopEvents = on(accountChanged, refresh)
    const stopResync = onResync(refresh)
    return () => {
      stopEvents()
      stopResync()
    }
  }, [])
  const isReady = read.data?.state === 'ready'
  return (
    <>
      <Stack>
        <p className={styles.note}>{t('export.text')}</p>
        <QueryBoundary
          query={read}
          errorTitle={t('export.failed-to-load')}
          skeleton={<Skeleton shape="block" height="44px" />}
        >
          {(data) => <ExportState data={data} onStep={setStep} />}
        </QueryBoundary>
      </Stack>
      <Dialog
        open={step === 'request'}
        onClose={close}
        title={t('export.request.title')}
        text={isReady ? t('export.request.replaces') : t('export.request.text')}
      >
        {step === 'request' && <RequestExport onDone={close} />}
      </Dialog>
      <Dialog
        open={step === 'download'}
        onClose={close}
        title={t('export.download.title')}
        text={t('export.download.text')}
      >
        {step === 'download' && <DownloadExport onDone={close} />}
      </Dialog>
      <Dialog open={step === 'delete'} onClose={close} title={t('export.delete.title')} text={t('export.delete.text')}>
        {step === 'delete' && <DeleteExport onDone={close} />}
      </Dialog>
    </>
  )
}

function ExportState({ data, onStep }: { data: DataExport; onStep: (step: Step) => void }) {
  const t = useTranslations('accounts/settings')
  const sizeText = useFileSizeText()
  switch (data.state) {
    case 'none':
      return (
        <div>
          <Button onClick={() => onStep('request')}>{t('export.request')}</Button>
        </div>
      )
    case 'collecting':
      return <Collecting progress={data.progress} onStop={() => onStep('delete')} />
    case 'ready':
      return (
        <Stack>
          <Banner tone="success" title={t('export.ready')}>
            <RichText
              text={t('export.ready.text', { size: sizeText(data.bytes) })}
              parts={{
                made: () => <Timestamp at={data.finishedAt} show="date" />,
                until: () => <Timestamp at={data.expiresAt} show="date" />,
              }}
            />
          </Banner>
          <Inline wrap>
            <Button kind="filled" onClick={() => onStep('download')}>
              {t('export.download')}
            </Button>
            <Button onClick={() => onStep('request')}>{t('export.again')}</Button>
            <Button kind="quiet" onClick={() => onStep('delete')}>
              {t('export.delete')}
            </Button>
          </Inline>
        </Stack>
      )
    case 'failed':
      return (
        <Stack>
          <Banner tone="error" title={t('export.failed')} announce>
            {t('export.failed.text')}
          </Banner>
          <div>
            <Button onClick={() => onStep('request')}>{t('export.retry')}</Button>
          </div>
        </Stack>
      )
  }
}

/** Shows how far a collection is. */
function Collecting({ progress, onStop }: { progress: number; onStop: () => void }) {
  const t = useTranslations('accounts/settings')
  return (
    <Stack gap={3}>
      <p>
        {t('export.collecting.progress', { percent: progress })}. {t('export.collecting.text')}
      </p>
      <Progress label={t('export.collecting')} value={progress / 100} />
      <div>
        <Button kind="quiet" onClick={onStop}>
          {t('export.stop')}
        </Button>
      </div>
    </Stack>
  )
}

function RequestExport({ onDone }: { onDone: () => void }) {
  const t = useTranslations('accounts/settings')
  const request = useCommand(requestDataExport, { invalidates: [readDataExport, readStepUp] })
  const stepUp = useStepUp('always', true, request.problem)

  async function run() {
    const outcome = await request.run()
    if (!outcome.ok) {
      if (outcome.problem.code === 'step-up.required') await stepUp.recheck()
      return
    }
    onDone()
    snackbars.add({ title: t('export.requested'), tone: 'success' })
  }

  return (
    <Stack>
      <StepUpForm hideTitle stepUp={stepUp} />
      <ProblemBanner problem={request.problem?.code === 'step-up.required' ? undefined : request.problem} />
      <div>
        <Button kind="filled" busy={request.busy} disabled={stepUp.state !== 'done'} onClick={() => void run()}>
          {t('export.request')}
        </Button>
      </div>
    </Stack>
  )
}
