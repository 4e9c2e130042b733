import {
  PASSWORD,
  PASSWORD_HINTS,
  SECRET,
  SECRET_HINTS,
  type SecretRule,
  type Told,
  toldBy,
} from "./secret-rule.js";
import { isFiller, isGiven, isRandom, isToken } from "./secret-values.js";

const { raw } = String;

/** What may stand between a command and the flag that matters. */
const UP_TO = raw`\s(?:[^\n|;&]{0,160}?\s)?`;
/** Commands whose `-p` or `-P` is a password, and for no other thing. */
const COMMANDS = raw`(?:mysql(?:dump|admin|import|sh)?|mariadb(?:-dump|-admin)?|sshpass|(?:docker|podman|nerdctl|oras|registry|az|twine)\s{1,4}(?:login|upload)|zip|unzip|7z[ar]?|mongo(?:sh|dump|restore|import|export)?|cqlsh|rdesktop|ncftp(?:get|put)?|sqlcmd|bcp|mosquitto_(?:pub|sub)|ipmitool)`;
/** In quotes everything up to them, else no sign that means something to a shell. */
const ARGUMENT = raw`(?:(?<=["'])[^\s"'\\]{4,255}|(?<!["'])[^\s"'\x60\\|;&<>$]{4,255})`;

const isNoFiller = (value: string): boolean => !isFiller(value);
const isNoPort = (value: string): boolean =>
  isGiven(value) && !/^[\d.]+(?:[:/][\d:/a-z]*)?$|^\/|:\d+$/.test(value);

/** Passwords and tokens on command lines. */
// prettier-ignore
const TOLD: readonly Told[] = [
  ["password", PASSWORD_HINTS, raw`\s--?[\w-]{0,40}(?:${PASSWORD}|pass(?=[\s=]))(?:=|\s{1,4})["']?`, raw`(?!-)${ARGUMENT}`, isGiven],
  ["secret", SECRET_HINTS, raw`\s--[\w-]{0,40}${SECRET}(?:=|\s{1,4})["']?`, raw`(?!-)[\w.~+/=:-]{8,1024}`, isToken],
  ["password", "mysql mariadb sshpass login upload zip 7z mongo cqlsh rdesktop ncftp sqlcmd bcp mosquitto ipmitool", raw`\b${COMMANDS}${UP_TO}-[pP][\s=]?["']?`, raw`(?![-:])${ARGUMENT}`, isNoPort],
  ["secret", "secret ssm env", raw`\b(?:(?:gh|wrangler|fly(?:ctl)?|dotnet)\s{1,4}(?:user-)?secrets?|aws\s{1,4}(?:ssm|secretsmanager)|vercel\s{1,4}env)\s[^\n|;&]{0,160}?(?:${PASSWORD}|${SECRET})["']?\s{1,4}(?:--?(?:body|b|value|secret-string)[=\s]\s{0,4})?["']?`, raw`(?!-)[^\s"'\\]{8,1024}`, isGiven],
  ["password", "sshpass", raw`\bsshpass\s{1,4}-p\s{0,4}["']?`, raw`[^\s"'\\]{3,255}`],
  ["password", "redis-cli ldap", raw`\b(?:redis-cli${UP_TO}-a|ldap(?:search|modify|add|delete|whoami|passwd|compare)${UP_TO}-w)\s{1,4}["']?`, ARGUMENT, isGiven],
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
  ["password", "curl wget http", raw`\b(?:curl|wget|https?)\s(?:[^\n|;]{0,400}?\s)?(?:-u|--user|-U|--proxy-user|-a|--auth)[\s=]{0,3}["']?[^\s:"'/]{1,64}:`, raw`[^\s"'\x60]{3,255}`, isNoFiller],
  ["cookie", "curl", raw`\bcurl\s(?:[^\n|;]{0,400}?\s)?(?:--cookie|-b)[\s=]{1,3}["']?[\w.-]{1,64}=`, raw`[^\s"';]{8,4096}`, isRandom],
];

export const COMMAND_RULES: readonly SecretRule[] = TOLD.map(toldBy);
