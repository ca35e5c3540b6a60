/** Something that changes, and says so to those who draw it. */

export class Store<Value extends object> {
  #value: Value;
  #watchers = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  get = (): Value => this.#value;

  watch = (watcher: () => void) => {
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  };

  protected change(changes: Partial<Value>) {
    this.#value = { ...this.#value, ...changes };
    for (const watcher of [...this.#watchers]) watcher();
  }
}
