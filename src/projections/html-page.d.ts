interface HtmlPage {
    readonly title: string;
    readonly style: string;
    /** Markup; every text in it is escaped already. */
    readonly body: string;
}
/** One HTML page that needs nothing else: no script, no request. */
export declare function renderHtmlPage({ title, style, body }: HtmlPage): string;
/** Text for any place between tags or inside a quoted attribute. */
export declare function escapeHtml(text: string): string;
/** A layer of every bar, from the bottom up. */
interface ChartLayer {
    readonly name: string;
    readonly color: string;
}
interface ChartBar {
    /** Below the bar, where there is room. */
    readonly label: string;
    /** Shown when it is pointed at. */
    readonly caption: string;
    /** One for each layer. */
    readonly values: readonly number[];
}
interface BarChart {
    /** For those who cannot see it. */
    readonly description: string;
    /** What the values count. */
    readonly unit: string;
    readonly layers: readonly ChartLayer[];
    readonly bars: readonly ChartBar[];
    /** Labels are shown from so wide a bar on. */
    readonly labelWidth: number;
}
/** An SVG bar chart for a page of one's own: bars of layers, a legend, the highest value. */
export declare function renderBarChart({ description, unit, layers, bars, labelWidth }: BarChart): string;
export {};
