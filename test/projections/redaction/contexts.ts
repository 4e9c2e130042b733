/** Texts around a secret that only they tell: what is before it, and what is after it. */
export interface Contexts {
  readonly [name: string]: readonly (readonly [before: string, after: string])[];
}

/** For a password of any signs but spaces and those that end it. */
export const PASSWORD_CONTEXTS: Contexts = {
  assignments: [
    ['"password": "', '"'],
    ["DB_PASSWORD=", ""],
    ["export PASSWORD=", "\n"],
    ['password := "', '"'],
    [":password => '", "'"],
    ['config["password"] = "', '"'],
    ['connect(user="a", password="', '")'],
    ["spring.datasource.password=", "\n"],
  ],
  calls: [
    ['map.put("password", "', '")'],
    ['options.setPassword("', '")'],
  ],
  XML: [
    ["<password>", "</password>"],
    ['<db:password type="plain">', "</db:password>"],
    ['<add key="DbPassword" value="', '" />'],
    ['<user name="a" password="', '"/>'],
  ],
  HTML: [
    ["password=&quot;", "&quot;"],
    ["&lt;password&gt;", "&lt;/password&gt;"],
  ],
  flags: [
    ["tool --password ", " run"],
    ["tool --db-password=", " run"],
    ["tool --password '", "'"],
    ["mysql -u root -p", " db"],
    ["sshpass -p ", " ssh host"],
    ["docker login -u bob -p ", " registry.example"],
    ["curl -u bob:", " https://host.example"],
    ['curl -sS --user "bob:', '" https://host.example'],
  ],
  netrc: [
    ["machine host.example login bob password ", "\n"],
    ["machine host.example\n  login bob\n  password ", "\n"],
  ],
  SQL: [
    ["CREATE USER bob IDENTIFIED BY '", "';"],
    ["CREATE USER bob IDENTIFIED WITH caching_sha2_password BY '", "';"],
    ["ALTER ROLE bob WITH PASSWORD '", "';"],
    ["SET PASSWORD FOR bob = '", "';"],
  ],
  Kubernetes: [
    ["- name: DB_PASSWORD\n  value: ", "\n"],
    ['{"name":"DB_PASSWORD","value":"', '"}'],
  ],
  URLs: [
    ["postgres://bob:", "@host.example/db"],
    ["redis://:", "@host.example:6379"],
    ["jdbc:postgresql://host/db?user=a&password=", "&ssl=true"],
    ["jdbc:oracle:thin:bob/", "@host.example:1521:db"],
    ["Server=host;User Id=sa;Password=", ";"],
    ["https://host.example/login?user=a&password=", "&x=1"],
  ],
};

/** For a token of letters and digits. */
export const TOKEN_CONTEXTS: Contexts = {
  cookies: [
    ["Cookie: theme=dark; sid=", "\n"],
    ["Set-Cookie: session=", "; Path=/"],
    ['curl -b "session=', '" https://host.example'],
  ],
  "signed URLs": [
    ["https://a.blob.core.windows.net/c?sv=2020&sig=", "&se=1"],
    ["https://b.s3.amazonaws.com/k?X-Amz-Signature=", "&x=1"],
    ["https://b.storage.googleapis.com/k?X-Goog-Signature=", ""],
  ],
  headers: [
    ["Authorization: Bearer ", "\n"],
    ["Authorization: ", "\n"],
    ["x-api-key: ", "\n"],
    ["PRIVATE-TOKEN: ", "\n"],
  ],
  files: [
    ["//registry.npmjs.org/:_authToken=", "\n"],
    ["<apiToken>", "</apiToken>"],
    ["- name: API_TOKEN\n  value: ", "\n"],
    ["MISTRAL_API_KEY=", "\n"],
    ['cohere_key = "', '"'],
    ["Endpoint=sb://a/;SharedAccessKeyName=R;SharedAccessKey=", "=;"],
    ["tool --token ", " run"],
    ["https://", "@github.com/a/b"],
  ],
};

/** Texts as sessions hold them, without any secret. */
export const HARMLESS: readonly string[] = [
  "const password = readPassword();",
  "password: string; token?: string",
  '<input type="password" name="password" id="password-input" autocomplete="current-password">',
  'password: "Password is required", confirmPassword: "Passwords do not match"',
  "--- PASS: TestReviewTrail8TSXNestedRuntimeImport (0.00s)",
  '{"subject":"Remove the pass-through layer, review pass","description":"Run golangci-lint"}',
  "use the --password option, or the --token flag with care; --password-stdin reads it",
  "mkdir -p src/deep/folder1 && docker run -p 8080:80 -u 1000:1000 image:2.1",
  "self.password = password; this.password=props.password; password=os.environ['PASSWORD']",
  "max_tokens: 4096, token_count: 1234567890123, tokens=128000",
  "const token = tokens[index]; if (token === nextToken) secret = await getSecret(name);",
  "basic authentication; a bearer token; basic understanding of cookies: they are sweet",
  "http://localhost:3000/@vite/client https://cdn.example/npm/pkg@1.2.3/x.js",
  "https://example.com/a:b@c and user@localhost, task-list-of-things-to-do-next-week",
  "git push -u origin HEAD:feature/one; curl -s https://host.example | jq .",
  "sha256-0849faa3c50fab3718e8bf4947e2234000737cba7c4485c10d3cdf4f63309f24",
  "3f2c9d1e8b7a6f5c4d3e2f1a0b9c8d7e6f5a4b3c 01997ea4-a70d-7da3-8c20-c736db82a7c5",
  "PASSWORD=${DB_PASSWORD} TOKEN=$(cat token.txt) API_KEY={{ api_key }} SECRET=<your-secret>",
  "sk-folding-cube-container-with-long-name pat.match.value api-version sl.no",
  "login as the user account, password reset, IDENTIFIED BY the caller",
];
