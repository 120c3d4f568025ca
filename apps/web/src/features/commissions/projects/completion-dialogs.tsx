import {
  acceptProjectProposal,
  completeProject,
  declineProjectProposal,
  makeProjectProposal,
} from '@veranda/contract/commissions/routes.ts'
import { type Project, type ProjectProposal } from '@veranda/contract/commissions/projects/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { type ReactNode } from 'react'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { CommandProblem } from '../command-problem.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useProjectCommand } from '../use-project-command.ts'

/** Returns a function that lists names in the viewer's language, each once. */
export function useNames(): (names: readonly string[]) => string {
  const format = useFormat()
  return (names) => format.list([...new Set(names)])
}

/** Returns a function that lists the names of those whom a proposal of the viewer asks. */
export function useOthersToAsk(): (project: Project) => string {
  const names = useNames()
  return ({ ending }) => names((ending?.others ?? []).map(({ name }) => name))
}

type ProjectDialogProps = { project: Project; open: boolean; onClose: () => void }

/** Completes a project after saying what ends with it and what stays. */
export function CompleteProjectDialog({ project, open, onClose }: ProjectDialogProps) {
  const t = useTranslations('commissions')
  const complete = useProjectCommand(completeProject, () => {
    snackbars.add({ title: t('complete.done'), tone: 'success' })
    onClose()
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('complete.title')}
      text={t('complete.text')}
      actions={
        <>
          <Button onClick={onClose}>{t('complete.keep')}</Button>
          <Button
            kind="filled"
            busy={complete.busy}
            onClick={() => void complete.run({ params: { id: project.id }, body: { expected: project.version } })}
          >
            {t('complete.open')}
          </Button>
        </>
      }
    >
      <p>{t('complete.stays')}</p>
      <CommandProblem problem={complete.problem} staleText={t('stale.now')} />
    </Dialog>
  )
}

/** Proposes to complete a project, after saying who is asked and what the completion means. */
export function ProposeCompletionDialog({ project, open, onClose }: ProjectDialogProps) {
  const t = useTranslations('commissions')
  const p = useTranslations('commissions/proposals')
  const othersOf = useOthersToAsk()
  const propose = useProjectCommand(makeProjectProposal, () => {
    snackbars.add({ title: p('propose.done'), tone: 'success' })
    onClose()
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={p('propose.title')}
      text={p('propose.text', { names: othersOf(project) })}
      actions={
        <>
          <Button onClick={onClose}>{t('complete.keep')}</Button>
          <Button
            kind="filled"
            busy={propose.busy}
            onClick={() => void propose.run({ params: { id: project.id }, body: { expected: project.version } })}
          >
            {p('propose.send')}
          </Button>
        </>
      }
    >
      <WhatCompletionMeans>
        <CommandProblem problem={propose.problem} staleText={t('stale.now')} />
      </WhatCompletionMeans>
    </Dialog>
  )
}

/** Says what ends with a completed project and what stays, to everyone who agrees to it. */
function WhatCompletionMeans({ children }: { children: ReactNode }) {
  const t = useTranslations('commissions')
  const p = useTranslations('commissions/proposals')
  return (
    <Stack gap={3}>
      <p>{p('means.ends')}</p>
      <p>{t('complete.stays')}</p>
      <p>{p('means.archive')}</p>
      {children}
    </Stack>
  )
}

type AnswerProposalDialogsProps = {
  proposal: ProjectProposal
  dialog: 'accept' | 'decline' | undefined
  onClose: () => void
}

/** Agrees to complete a project, after saying what that means, or declines it with a reason. */
export function AnswerProposalDialogs({ proposal, dialog, onClose }: AnswerProposalDialogsProps) {
  const t = useTranslations('commissions')
  const p = useTranslations('commissions/proposals')
  const names = useNames()
  const waiting = proposal.asked.filter(({ hasConsented }) => !hasConsented)
  const accept = useProjectCommand(acceptProjectProposal, ({ state }) => {
    snackbars.add({ title: state === 'completed' ? t('complete.done') : p('accept.done'), tone: 'success' })
    onClose()
  })
  const decline = useProjectCommand(declineProjectProposal, () => {
    snackbars.add({ title: p('decline.done'), tone: 'success' })
    onClose()
  })
  const call = { params: { id: proposal.id } }
  const expected = proposal.version
  return (
    <>
      <Dialog
        open={dialog === 'accept'}
        onClose={onClose}
        title={p('accept.title')}
        text={
          waiting.length === 1
            ? p('accept.text.last')
            : p('accept.text', { names: names(waiting.map(({ user }) => user.name)) })
        }
        actions={
          <>
            <Button onClick={onClose}>{t('complete.keep')}</Button>
            <Button kind="filled" busy={accept.busy} onClick={() => void accept.run({ ...call, body: { expected } })}>
              {p('accept.send')}
            </Button>
          </>
        }
      >
        <WhatCompletionMeans>
          <CommandProblem problem={accept.problem} staleText={t('stale.now')} />
        </WhatCompletionMeans>
      </Dialog>
      <ReasonDialog
        open={dialog === 'decline'}
        onClose={onClose}
        title={p('decline.title')}
        text={p('decline.text')}
        submitLabel={p('decline.send')}
        busy={decline.busy}
        problem={decline.problem}
        onSubmit={(reason) => void decline.run({ ...call, body: { reason, expected } })}
      />
    </>
  )
}
