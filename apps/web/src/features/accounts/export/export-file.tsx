import { downloadDataExport, readDataExport, removeDataExport } from '@veranda/contract/accounts/export/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { StepUpForm } from '../../../components/step-up/step-up-form.tsx'
import { useStepUp } from '../../../components/step-up/use-step-up.ts'
import { snackbars } from '../../../components/toasts.ts'
import { routeUrl } from '../../../lib/api/route-url.ts'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'

type FileProps = { onDone: () => void }

/** Hands the copy to the browser, after the user confirmed that it is them. */
export function DownloadExport({ onDone }: FileProps) {
  const t = useTranslations('accounts/settings')
  const stepUp = useStepUp('always', true)

  function download() {
    // The server names the file, and streams it with the session's cookie.
    Object.assign(document.createElement('a'), { href: routeUrl(downloadDataExport), download: '' }).click()
    onDone()
  }

  return (
    <Stack>
      <StepUpForm hideTitle stepUp={stepUp} />
      <div>
        <Button kind="filled" disabled={stepUp.state !== 'done'} onClick={download}>
          {t('export.download')}
        </Button>
      </div>
    </Stack>
  )
}

/** Deletes the copy, or stops its collection. */
export function DeleteExport({ onDone }: FileProps) {
  const t = useTranslations('accounts/settings')
  const remove = useCommand(removeDataExport, { invalidates: [readDataExport] })

  async function run() {
    if (!(await remove.run()).ok) return
    onDone()
    snackbars.add({ title: t('export.deleted'), tone: 'success' })
  }

  return (
    <Stack>
      <ProblemBanner problem={remove.problem} />
      <Inline wrap>
        <Button onClick={onDone}>{t('export.delete.keep')}</Button>
        <Button kind="danger" busy={remove.busy} onClick={() => void run()}>
          {t('export.delete')}
        </Button>
      </Inline>
    </Stack>
  )
}
