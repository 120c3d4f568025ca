/** One line of a panel. With an action it can be pressed as a whole. */
export type PanelRow = {
  readonly id: string
  readonly text: string
  /** Smaller, below the text. */
  readonly detail?: string
  /** At the end of the line: a number, a sum, a state. */
  readonly value?: string
  readonly tone?: 'plain' | 'primary' | 'accent' | 'success' | 'warning' | 'error'
  readonly action?: string
  readonly chosen?: boolean
}

export type PanelAction = {
  readonly id: string
  readonly label: string
  readonly look: 'filled' | 'plain' | 'danger'
  readonly disabled?: boolean
}

/** A panel as data: drawn flat by the page or in the scene by the stage. */
export type PanelModel = {
  readonly id: string
  readonly title: string
  /** A sentence below the title. */
  readonly lead?: string
  readonly direction: 'ltr' | 'rtl'
  readonly language: string
  readonly rows: readonly PanelRow[]
  readonly actions: readonly PanelAction[]
  /** Which place it takes in the half circle before the person; cards stack by themselves. */
  readonly side?: 'left' | 'front' | 'right'
}
