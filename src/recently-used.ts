/** Values by key, the least recently used first. To get or set one is to use it. */
export class RecentlyUsed<Key, Value> extends Map<Key, Value> {
  override get(key: Key): Value | undefined {
    const value = super.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  override set(key: Key, value: Value): this {
    super.delete(key);
    return super.set(key, value);
  }

  /**
   * Takes out the least recently used ones until so many are left.
   * @param isSpared says which ones are left in any case
   * @returns what was taken out
   */
  keep(
    most: number,
    isSpared: (key: Key, value: Value) => boolean = () => false,
  ): readonly (readonly [key: Key, value: Value])[] {
    if (this.size <= most) return [];
    const surplus = [...this].filter((entry) => !isSpared(...entry)).slice(0, this.size - most);
    for (const [key] of surplus) this.delete(key);
    return surplus;
  }
}
