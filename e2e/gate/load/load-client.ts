/** One client of the load, who repeats a step until the load stops. */
export type LoadClient = {
  readonly name: string
  step(): Promise<void>
  /** Takes up what had to wait, after the last step. */
  finish?(): Promise<void>
  /** Closes the connections that are its own. */
  leave(): void
  /** Returns a sentence for each fault that only this client can see, when everything is idle. */
  findFaults(): Promise<string[]>
}
