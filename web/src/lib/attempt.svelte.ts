// A request that a button starts: one at a time, with the error of the last one.

export class Attempt {
  isRunning = $state(false);
  problem = $state.raw<unknown>(null); // why the last one failed; null: it did not

  /** Does the work, unless it is still being done. */
  async run(work: () => Promise<void>): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    this.problem = null;
    try {
      await work();
    } catch (error) {
      this.problem = error;
    } finally {
      this.isRunning = false;
    }
  }
}
