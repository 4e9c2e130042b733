import {
  OPEN,
  PASSWORD,
  PASSWORD_HINTS,
  type SecretRule,
  SET,
  SET_QUOTED,
  type Told,
  toldBy,
  VALUE,
  SECRET,
  SECRET_HINTS,
  isFiller,
  isGiven,
  isLikely,
  isShort,
  isWord,
  isRandom,
  isToken,
} from "./secret-rule.js";

const { raw } = String;

/** `&amp;` and the next parameter of a URL end a value; another `&` is part of it. */
const AND = raw`&(?!(?:[a-z]{2,8}|#\w{1,8});|[\w.-]{1,40}=)`;
/** The value of a password that stands in no quotes: up to a sign that ends words, or a parameter. */
const BARE = raw`(?:[^\s"'\x60\\,;<>(){}[\]$&]|\$(?![{(])|${AND})`;
/** Up to its quote: what has a space in it is a sentence. */
const QUOTED = raw`[^\s"'\x60\\]{6,255}(?=["'\x60\\]|$)`;
const IN_QUOTES = raw`[^\s"'\x60\\<>]`;
const LINE = raw`(?<![^\n])[^\S\n]{0,40}(?:[-*]\s{1,4})?["'\x60*]{0,3}(?:export\s)?[\w.-]{0,40}`;
const LINE_END = raw`(?=[^\S\n]{0,8}(?:\n|$))`;
const WORD = raw`(?:passw(?:or)?d\d?|pass_?phrase|pwd|(?<=[_.-])pass(?![a-z]))`;
const SHORT = raw`(?:(?<![a-z0-9])|(?<=admin|db|ftp|login|mail|root|smtp|ssh|user))(?:pass|pw|psk)`;
const UPPER = raw`(?:[A-Z][A-Z0-9_]{0,64})?(?:PASS(?:WORD|WD|PHRASE)?|_PWD)`;

const isNoFiller = (value: string): boolean => !isFiller(value);
const isSaid = (value: string): boolean => !isFiller(value) && /^[^,;:=)]/.test(value);

/** The value of one of several columns: a list of names, and one of values in the same order. */
const INSERTED = Array.from({ length: 8 }, (_, before) => {
  const names = raw`(?:[\w"\x60[\].]{1,60}\s{0,3},\s{0,9}){${before}}["\x60[]{0,1}\w{0,20}${WORD}["\x60\]]{0,1}`;
  const values = raw`(?:(?:'[^'\n]{0,120}'|[\w.()-]{1,60})\s{0,3},\s{0,9}){${before}}`;
  return raw`\binsert\s{1,9}into\s{1,9}[\w.$"\x60[\]]{1,120}\s{0,9}\(\s{0,9}${names}(?:\s{0,3},\s{0,9}[\w"\x60[\].]{1,60}){0,30}\s{0,9}\)\s{0,9}values\s{0,9}\(\s{0,9}${values}n?'`;
});

/** Passwords in assignments, source code and documents, the likelier form first. */
// prettier-ignore
const TOLD: readonly Told[] = [
  ["password", PASSWORD_HINTS, `${PASSWORD}${SET_QUOTED}${OPEN}`, QUOTED, isGiven],
  ["password", PASSWORD_HINTS, `${PASSWORD}${SET_QUOTED}${OPEN}`, `${IN_QUOTES}{6,255}`, isLikely],
  ["password", PASSWORD_HINTS, `${LINE}${PASSWORD}${SET}`, raw`[^\s"'\x60<>]{5,254}[^\s"'\x60<>,;](?=[,;]?[^\S\n]{0,8}(?:\n|$))`, isLikely],
  ["password", PASSWORD_HINTS, `${PASSWORD}${SET}`, `${BARE}{6,255}`, isLikely],
  ["password", PASSWORD_HINTS, `${LINE}${PASSWORD}${SET}`, raw`[a-zß-ÿ]{8,64}${LINE_END}`, isWord],
  ["password", "pass pwd", raw`(?=p)(?<![(,]\s?[\w.-]{0,64})${WORD}=`, raw`[a-z]{8,64}(?=["'\s]|$)`, isGiven],
  ["password", "pass pwd", raw`["'][\w.-]{0,64}${WORD}=`, QUOTED, isGiven],
  ["password", "pass pwd", raw`\$\{[\w.]{0,60}${WORD}:-?`, raw`[^\s{}"']{6,255}(?=\})`, isGiven],
  ["password", "pass pw psk", `${SHORT}${SET_QUOTED}${OPEN}`, QUOTED, isShort],
  ["password", "pass pw psk", `${SHORT}${SET}`, `${BARE}{6,255}`, isShort],
  ["password", "cred", raw`\bcred(?:ential)?s?["']?\s{0,2}[:=]\s{0,2}["'\x60]?[\w.@-]{1,64}[:/]`, `${IN_QUOTES}{6,255}`, isShort],
  // A folded text of YAML.
  ["password", "pass pwd", raw`${WORD}["']?:\s?[>|][+-]?\n\s{1,40}`, raw`[^\s"']{6,255}(?=\n|$)`, isGiven],
  ["password", PASSWORD_HINTS, raw`${PASSWORD}\s{1,4}(?:is|was|ist|est|es)\s{0,2}:?\s{1,4}["'\x60]?`, raw`(?=[^\s"'\x60]{0,254}\d)(?=[^\s"'\x60]{0,254}[a-z])[^\s"'\x60<>,;]{6,255}`, isLikely],

  // Calls: `put("password", "…")`, `setPassword("…")`, `login("user", "…")`.
  ["password", "pass pwd", raw`(?:\(\s{0,4}["'\x60][\w.#[\]="' -]{0,60}${WORD}["'\x60\]]{1,4}\s{0,4},|${WORD}\s{0,4}\()\s{0,4}${OPEN}`, `${IN_QUOTES}{4,255}`, isGiven],
  ["password", "pass pwd", raw`${WORD}["'\x60\])]{1,5}(?:,\s{0,4}with:|\.(?:type|fill|send_keys|sendKeys|setValue|val|inputText|clearText)\()\s{0,4}${OPEN}`, `${IN_QUOTES}{4,255}`, isGiven],
  ["password", "pass pwd", raw`(?:${WORD}\)?\.(?:equals|equalsIgnoreCase|compareTo|toBe|toEqual)\(|strn?cmp\(\s?[\w.>-]{0,40}${WORD},)\s{0,4}${OPEN}`, `${IN_QUOTES}{4,255}`, isGiven],
  ["password", "credential auth connection login create username signin", raw`\b(?:networkcredential|http(?:basic|digest)auth|basicauth(?:entication)?|(?:set_?)?basic_?auth|usernamepassword\w{0,30}|passwordauthentication|getconnection|create_?(?:super)?user|login|authenticate|signin\w{0,30}|auth)\s{0,2}=?\s{0,2}\(\s{0,4}(?:[\w.]{1,40}\s{0,2},\s{0,4})?["'\x60][^"'\x60\n]{1,80}["'\x60]\s{0,4},\s{0,4}(?:["'\x60][^"'\x60\n]{1,80}["'\x60]\s{0,4},\s{0,4})?${OPEN}`, `${IN_QUOTES}{6,255}`, isGiven],
  ["password", "securestring", raw`convertto-securestring\s{1,4}(?:-string\s{1,4})?["']`, raw`[^"'\n]{4,255}`, isNoFiller],
  ["password", "crypt", raw`\bb?crypt(?:\.hash(?:sync|pw)?)?\(\s{0,4}b?["']`, `${IN_QUOTES}{6,255}`, isGiven],

  // Settings whose name and value only a space divides.
  ["password", "pass masterauth pw", raw`\b(?:requirepass|masterauth|bindpw|rootpw|(?:setx|env|setenv|set(?:\s{1,4}--?[a-z]{1,10}){1,3})\s{1,4}\w{0,64}${WORD})\s{1,4}["']?`, raw`[^\s"']{6,255}`, isGiven],
  ["password", "pass pwd", raw`(?<![^\s;&|])set\s{1,4}\w{0,64}${WORD}\s{1,4}["']?`, raw`[^\s"']{6,255}`, isLikely],
  ["password", ":", raw`(?<![^\n])(?=[\w.*-]{0,80}[a-z*])[\w.*-]{1,80}:(?:\d{4,5}|\*):[\w.*-]{1,60}:[\w.*-]{1,60}:`, raw`[^\s:]{6,255}${LINE_END}`, isLikely],
  ["password", "login account", raw`\b(?:login|account)\s{1,8}[^\s"']{1,128}\s{1,8}password\s{1,8}["']?`, raw`[^\s"'\\]{3,255}`, isNoFiller],

  // XML, HTML and Markdown.
  ["password", "pass pwd", raw`<(?:\w{1,20}:)?[\w.-]{0,40}(?:${WORD}|(?<![a-z])pass)(?:\s[^<>]{0,120})?>\s{0,40}(?:<!\[CDATA\[)?`, raw`[^\s<>]{4,255}(?=\]\]>|\s{0,40}<)`, isNoFiller],
  ["password", "pass pwd", raw`<[\w:.-]{1,40}\s[^<>]{0,80}?(?:name|key|id)=["'][\w.-]{0,64}${WORD}["'][^<>]{0,40}>\s{0,40}(?:<value>\s{0,40})?`, raw`[^\s<>]{4,255}(?=\s{0,40}<)`, isGiven],
  ["password", "pass pwd", raw`>[\w. ]{0,20}${WORD}:?\s{0,8}<\/\w{1,10}>:?\s{0,40}<\w{1,10}(?:\s[^<>]{0,80})?>\s{0,8}`, raw`[^\s<>]{4,255}(?=\s{0,8}<)`, isGiven],
  ["password", "password", raw`type=["']?password["']?[^<>]{0,160}?\svalue=["']`, raw`[^\s"'<>]{4,255}`, isGiven],
  ["password", "password", raw`<input\s[^<>]{0,160}?value=["']`, raw`[^\s"'<>]{4,255}(?=["'][^<>]{0,160}type=["']?password)`, isGiven],
  ["password", "pass pwd", raw`\|[\w *]{0,30}${WORD}[\w *]{0,10}\|[^\S\n]{0,20}\x60?`, raw`[^\s|\x60]{6,255}(?=\x60?[^\S\n]{0,20}\|)`, isLikely],
  // Kubernetes, XML, Terraform: a name, and beside it the value.
  ["password", "pass pwd", raw`(?:name|key)["'\\]{0,4}\s{0,4}[:=]\s{0,4}["'\\]{0,4}[\w.-]{0,64}${WORD}[\w.-]{0,16}["'\\]{0,4}(?:,\s{0,40}|\s{1,40})(?:["'\\]{1,4}[\w-]{1,20}["'\\]{1,4}\s{0,4}:\s{0,4}["'\\]{1,4}[^"'\\]{0,60}["'\\]{1,4},\s{0,40}){0,3}["'\\]{0,4}value["'\\]{0,4}\s{0,4}[:=]\s{0,4}["'\\]{0,4}`, raw`[^\s"'\\<>]{4,255}`, isNoFiller],
  ["password", "pass pwd", raw`["'\\]{1,4}value["'\\]{1,4}\s{0,4}[:=]\s{0,4}["'\\]{1,4}`, raw`[^\s"'\\<>]{4,255}(?=["'\\]{1,4}\s{0,4},\s{0,40}["'\\]{1,4}(?:name|key)["'\\]{1,4}\s{0,4}[:=]\s{0,4}["'\\]{1,4}[\w.-]{0,64}${WORD})`, isNoFiller],

  // SQL.
  ["password", "identified password", raw`\b(?:identified\s{1,4}(?:with\s{1,4}[\w"'\x60]{1,64}\s{1,4})?(?:by|as)(?:\s{1,4}password)?|password(?:\s{1,4}for\s{1,4}[^\s=]{1,64}\s{0,4}=?)?)\s{1,4}n?\\{0,2}["']`, raw`[^\s"'\\]{3,255}(?=\\{0,2}["'])`, isSaid],
  ["password", "identified", raw`\bidentified\s{1,4}by\s{1,4}`, raw`[\w$#]{6,128}`, isLikely],
  ...INSERTED.map((before): Told => ["password", "insert", before, raw`[^\s'\\]{4,255}(?=')`, isNoFiller]),
];

export const PASSWORD_RULES: readonly SecretRule[] = [
  {
    // `DB_PASSWORD=word`, `;Password=word`, `?password=word`: no name of source code stands there.
    kind: "password",
    hints: ["pass", "pwd"],
    pattern: new RegExp(
      raw`((?:(?:^|[\s;"'(,])${UPPER}=["']?|[?&;](?:[Pp]assword|[Pp]wd|PWD)=|^[a-z][\w-]{0,40}(?:\.[\w-]{1,40}){1,8}[.-]password=)${VALUE})(?:[^\s"'\x60\\;,<>&]|${AND}){6,255}`,
      "gm",
    ),
    byContext: true,
    accepts: isGiven,
  },
  ...TOLD.map(toldBy),
];

/** Between two arguments; also as a list in JSON or source code has them: `"-u", "root"`. */
const NEXT = raw`(?:\s{1,4}|["']\s{0,4},\s{0,40}["'])`;
/** What may stand between a command and the flag that matters. */
const UP_TO = raw`(?:\s|["'],)(?:[^\n|;&]{0,160}?[\s"'])?`;
/** Commands whose `-p` or `-P` is a password, and for no other thing. */
const COMMANDS = raw`(?:mysql(?:dump|admin|import|sh)?|mariadb(?:-dump|-admin)?|sshpass|(?:docker|podman|nerdctl|oras|registry|az|twine)${NEXT}(?:login|upload)|zip|unzip|7z[ar]?|mongo(?:sh|dump|restore|import|export)?|cqlsh|rdesktop|ncftp(?:get|put)?|sqlcmd|bcp|mosquitto_(?:pub|sub)|ipmitool)`;
/** In quotes everything up to them, else no sign that means something to a shell. */
const ARGUMENT = raw`(?:(?<=["'])[^\s"'\\]{4,255}|(?<!["'])[^\s"'\x60\\|;&<>$]{4,255})`;

const isNoPort = (value: string): boolean =>
  isGiven(value) && !/^[\d.]+(?:[:/][\d:/a-z]*)?$|^\/|:\d+$/.test(value);

/** Passwords and tokens on command lines. */
// prettier-ignore
const TOLD_TO_COMMANDS: readonly Told[] = [
  ["password", PASSWORD_HINTS, raw`[\s"']--?[\w-]{0,40}(?:${PASSWORD}|pass(?=[\s="']))(?:=|${NEXT})["']?`, raw`(?!-)${ARGUMENT}`, isGiven],
  ["secret", SECRET_HINTS, raw`[\s"']--[\w-]{0,40}${SECRET}(?:=|${NEXT})["']?`, raw`(?!-)[\w.~+/=:-]{8,1024}`, isToken],
  ["password", "mysql mariadb sshpass login upload zip 7z mongo cqlsh rdesktop ncftp sqlcmd bcp mosquitto ipmitool", raw`\b${COMMANDS}${UP_TO}-[pP](?:[\s=]|${NEXT})?["']?`, raw`(?![-:])${ARGUMENT}`, isNoPort],
  ["secret", "secret ssm env", raw`\b(?:(?:gh|wrangler|fly(?:ctl)?|dotnet)\s{1,4}(?:user-)?secrets?|aws\s{1,4}(?:ssm|secretsmanager)|vercel\s{1,4}env)\s[^\n|;&]{0,160}?(?:${PASSWORD}|${SECRET})["']?\s{1,4}(?:--?(?:body|b|value|secret-string)[=\s]\s{0,4})?["']?`, raw`(?!-)[^\s"'\\]{8,1024}`, isGiven],
  ["password", "sshpass", raw`\bsshpass\s{1,4}-p\s{0,4}["']?`, raw`[^\s"'\\]{3,255}`],
  ["password", "redis-cli ldap", raw`\b(?:redis-cli${UP_TO}-a|ldap(?:search|modify|add|delete|whoami|passwd|compare)${UP_TO}-w)${NEXT}["']?`, ARGUMENT, isGiven],
  ["password", "openssl pass:", raw`(?:\bopenssl\s{1,4}enc${UP_TO}-k\s{1,4}["']?|\spass(?:in|out)?\s{1,4}["']?pass:)`, ARGUMENT, isGiven],
  ["password", "htpasswd", raw`\bhtpasswd\s{1,4}-(?=[a-zA-Z]{0,6}b)(?:(?=[a-zA-Z]{0,6}n)[a-zA-Z]{2,6}\s{1,4}(?:\d{1,2}\s{1,4})?|[a-zA-Z]{1,6}\s{1,4}(?:\d{1,2}\s{1,4})?[^\s-][^\s]{0,80}\s{1,4})[^\s-][^\s]{0,80}\s{1,4}["']?`, ARGUMENT, isGiven],
  ["password", "smbclient rpcclient lftp", raw`\b(?:(?:smbclient|rpcclient)${UP_TO}-U\s{0,4}["']?[\w.\\/-]{1,64}%|lftp${UP_TO}-u\s{1,4}["']?[\w.@-]{1,64},)`, ARGUMENT, isNoFiller],
  ["password", "freerdp winrs", raw`\b(?:[xw]freerdp${UP_TO}/p:|winrs${UP_TO}-p:)["']?`, ARGUMENT, isNoFiller],
  ["password", "sqlplus", raw`\bsqlplus\s{1,4}(?:-\w\s{1,4}){0,3}["']?[\w.$#]{1,40}/`, raw`[^\s"'@/]{3,128}(?=[@\s"']|$)`, isNoFiller],
  ["password", "/user:", raw`\bnet\s{1,4}use\s[^\n]{0,160}/user:[^\s]{1,80}\s{1,4}["']?`, ARGUMENT, isGiven],
  ["password", "nmcli wpa_passphrase", raw`\b(?:nmcli\s[^\n]{0,160}\spassword|wpa_passphrase\s{1,4}[^\s]{1,64})\s{1,4}["']?`, ARGUMENT, isNoFiller],
  ["password", "chpasswd", raw`\becho\s{1,4}["']?[\w.-]{1,64}:`, raw`[^\s"'|]{4,255}(?=["']?\s{0,4}\|\s{0,4}(?:sudo\s{1,4})?chpasswd)`, isNoFiller],
  ["password", "sudo stdin", raw`\b(?:echo|printf)\s{1,4}(?:-n\s{1,4})?["']?`, raw`[^\s"'|]{4,255}(?=["']?\s{0,4}\|\s{0,4}(?:sudo\s{1,4}-S|[^\n|]{0,80}--(?:password-)?stdin))`, isGiven],
  ["password", "sudo", raw`\bsudo\s{1,4}-S\s[^\n|;]{0,120}<<<\s{0,4}["']?`, ARGUMENT, isGiven],
  ["password", "curl wget http", raw`\b(?:curl|wget|https?)(?:\s|["'],)(?:[^\n|;]{0,400}?[\s"'])?(?:-u|--user|-U|--proxy-user|-a|--auth)(?:[\s=]{0,3}|${NEXT})["']?[^\s:"'/]{1,64}:`, raw`[^\s"'\x60]{3,255}`, isNoFiller],
  ["cookie", "curl", raw`\bcurl\s(?:[^\n|;]{0,400}?\s)?(?:--cookie|-b)[\s=]{1,3}["']?[\w.-]{1,64}=`, raw`[^\s"';]{8,4096}`, isRandom],
];

export const COMMAND_RULES: readonly SecretRule[] = TOLD_TO_COMMANDS.map(toldBy);
